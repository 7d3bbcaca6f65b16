"""Special functions are exact to float64's last digits, by identities and known values."""

import math

import numpy as np
import pytest

from engine.ops import bessel, erf, gamma

X = np.concatenate([np.linspace(-5, 5, 401), [1e-300, 1e-9, 1e-3, 20.0]])
POSITIVE = np.concatenate([np.linspace(0.1, 30, 300), [1e-3, 100.0, 1e6]])


def close(got: np.ndarray, expected: np.ndarray, digits: int = 14) -> bool:
    return bool(np.allclose(got, expected, rtol=10.0**-digits, atol=0))


def test_erf_of_many_elements_is_that_of_each() -> None:
    assert close(erf.erf(X), np.array([math.erf(x) for x in X]))


def test_erf_of_float32_stays_float32_and_exact() -> None:
    x = X.astype(np.float32)

    got = erf.erf(x)

    assert got.dtype == np.float32
    assert close(got, np.array([math.erf(v) for v in x.tolist()]), 6)


def test_erf_keeps_nan_and_ends_at_one() -> None:
    x = np.array([np.nan, np.inf, -np.inf, 7.0, -7.0] * 30)

    assert np.array_equal(erf.erf(x), np.array([np.nan, 1, -1, 1, -1] * 30), equal_nan=True)


@pytest.mark.parametrize("y", [1e-300, 1e-9, 0.3, 0.5, 0.9, 1 - 1e-9, 1 - 2**-53])
def test_erfinv_undoes_erf(y: float) -> None:
    x = float(erf.erfinv(np.array([y]))[0])

    assert math.isclose(math.erfc(x), 1 - y, rel_tol=1e-12)
    assert math.isclose(math.erf(x), y, rel_tol=1e-15)


@pytest.mark.parametrize("p", [1e-300, 1e-20, 1e-3, 0.3, 0.5, 0.7, 0.999])
def test_ndtri_undoes_the_normal_distribution(p: float) -> None:
    x = np.array([erf.ndtri(np.array([p]))[0]])

    assert math.isclose(float(erf.log_ndtr(x)[0]), math.log(p), rel_tol=1e-13)


def test_erfcx_is_erfc_without_its_decay() -> None:
    assert close(erf.erfcx(X[:400]), np.exp(X[:400] ** 2) * erf.erfc(X[:400]), 12)
    assert math.isclose(float(erf.erfcx(np.array([1e8]))[0]), 1 / (1e8 * math.sqrt(math.pi)))


def test_lgamma_of_integers_is_the_logarithm_of_factorials() -> None:
    n = np.arange(3, 100, dtype=np.float64)

    assert close(gamma.lgamma(n), np.array([math.log(math.factorial(int(k) - 1)) for k in n]))


def test_digamma_steps_by_reciprocals_and_mirrors() -> None:
    assert np.allclose(gamma.digamma(POSITIVE + 1), gamma.digamma(POSITIVE) + 1 / POSITIVE, 1e-13)
    assert math.isclose(float(gamma.digamma(np.array([1.0]))[0]), -0.5772156649015329)
    assert math.isclose(float(gamma.digamma(np.array([-0.5]))[0]), 0.03648997397857652)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_polygamma_steps_by_powers(n: int) -> None:
    step = (-1) ** (n + 1) * math.factorial(n) / POSITIVE ** (n + 1)

    assert close(gamma.polygamma(n, POSITIVE), gamma.polygamma(n, POSITIVE + 1) + step, 13)


def test_zeta_knows_its_famous_values() -> None:
    got = gamma.zeta(np.array([2.0, 4.0]), np.array([1.0, 1.0]))

    assert close(got, np.array([math.pi**2 / 6, math.pi**4 / 90]))


def test_bessel_functions_meet_where_series_and_asymptotics_do() -> None:
    near, far = np.array([24.999999999]), np.array([25.000000001])

    assert np.allclose(bessel.i0e(near), bessel.i0e(far), rtol=1e-9)
    assert np.allclose(bessel.i1e(near), bessel.i1e(far), rtol=1e-9)
    assert close(bessel.i0(np.array([1.0])), np.array([1.2660658777520084]))
    assert close(bessel.i1(np.array([-1.0])), np.array([-0.5651591039924851]))
