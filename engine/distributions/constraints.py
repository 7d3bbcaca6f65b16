"""`torch.distributions.constraints`: what parameters of distributions and their draws satisfy."""

from engine.ops.factors import linalg_cholesky_ex


class Constraint:
    """What holds of a value, or of its last `event_dim` dimensions together."""

    is_discrete, event_dim = False, 0

    def check(self, value):
        """Where the value satisfies it."""
        raise NotImplementedError(f"{type(self).__name__} has no check()")

    def __repr__(self):
        return f"{type(self).__name__.removeprefix('_')}()"


def _plain(name, holds, event_dim=0, is_discrete=False):
    members = {"event_dim": event_dim, "is_discrete": is_discrete}
    return type(name, (Constraint,), {**members, "check": lambda self, value: holds(value)})()


def _bounded(name, holds, *bounds, is_discrete=False):
    """A class of constraints by one bound or two."""

    def __init__(self, *values, **named):
        self.__dict__.update(zip(bounds, values, strict=False), **named)

    def check(self, value):
        return holds(value, *(getattr(self, bound) for bound in bounds))

    def __repr__(self):
        return f"{name}({', '.join(f'{bound}={getattr(self, bound)}' for bound in bounds)})"

    members = {"__init__": __init__, "check": check, "__repr__": __repr__}
    return type(name, (Constraint,), {**members, "is_discrete": is_discrete})


_LOW, _HIGH = "lower_bound", "upper_bound"
greater_than = _bounded("GreaterThan", lambda v, low: low < v, _LOW)
greater_than_eq = _bounded("GreaterThanEq", lambda v, low: low <= v, _LOW)
less_than = _bounded("LessThan", lambda v, high: v < high, _HIGH)
interval = _bounded("Interval", lambda v, low, high: (low <= v) & (v <= high), _LOW, _HIGH)
half_open_interval = _bounded(
    "HalfOpenInterval", lambda v, low, high: (low <= v) & (v < high), _LOW, _HIGH
)
integer_interval = _bounded(
    "IntegerInterval",
    lambda v, low, high: (v % 1 == 0) & (low <= v) & (v <= high),
    _LOW,
    _HIGH,
    is_discrete=True,
)
_integer_greater_than = _bounded(
    "IntegerGreaterThan", lambda v, low: (v % 1 == 0) & (v >= low), _LOW, is_discrete=True
)


class multinomial(Constraint):
    """Counts of a sum of at most `upper_bound`."""

    is_discrete, event_dim = True, 1

    def __init__(self, upper_bound):
        self.upper_bound = upper_bound

    def check(self, value):
        return (value >= 0).all(-1) & (value.sum(-1) <= self.upper_bound)

    def __repr__(self):
        return "Multinomial()"


class independent(Constraint):
    """A constraint of the last `reinterpreted_batch_ndims` dimensions together."""

    def __init__(self, base_constraint, reinterpreted_batch_ndims):
        self.base_constraint = base_constraint
        self.reinterpreted_batch_ndims = count = reinterpreted_batch_ndims
        self.is_discrete = base_constraint.is_discrete
        self.event_dim = base_constraint.event_dim + count

    def check(self, value):
        count = self.reinterpreted_batch_ndims
        if value.dim() < self.event_dim:
            raise ValueError(f"the value has {value.dim()} dimensions, not {self.event_dim}")
        found = self.base_constraint.check(value)
        return found.all(tuple(range(-count, 0))) if count else found

    def __repr__(self):
        return f"IndependentConstraint({self.base_constraint!r}, {self.reinterpreted_batch_ndims})"


class MixtureSameFamilyConstraint(Constraint):
    """What each component of a mixture draws."""

    def __init__(self, base_constraint):
        self.base_constraint = base_constraint
        self.is_discrete = base_constraint.is_discrete
        self.event_dim = base_constraint.event_dim

    def check(self, value):
        return self.base_constraint.check(value.unsqueeze(-1 - self.event_dim)).all(-1)

    def __repr__(self):
        return f"MixtureSameFamilyConstraint({self.base_constraint!r})"


class _Dependent(Constraint):
    """Another one for other parameters."""

    def check(self, value):
        raise ValueError("what depends on parameters cannot be checked without them")


class dependent_property(property, _Dependent):
    """A property that gives a constraint which depends on parameters."""

    def __init__(self, fn=None, *, is_discrete=False, event_dim=0):
        super().__init__(fn)
        self.is_discrete, self.event_dim = is_discrete, event_dim

    def __call__(self, fn):
        return dependent_property(fn, is_discrete=self.is_discrete, event_dim=self.event_dim)


def is_dependent(constraint):
    """Whether it depends on parameters."""
    return isinstance(constraint, _Dependent)


def _is_symmetric(value):
    return value.isclose(value.mT, atol=1e-6).all(-2).all(-1)


def _is_positive_definite(value):
    symmetric = _is_symmetric(value)
    return linalg_cholesky_ex(value)[1].eq(0) if symmetric.all() else symmetric


def _is_lower(value):
    return (value.tril() == value).flatten(-2).all(-1)


dependent = _Dependent()
real = _plain("Real", lambda v: v == v)
boolean = _plain("Boolean", lambda v: (v == 0) | (v == 1), is_discrete=True)
one_hot = _plain(
    "OneHot", lambda v: ((v == 0) | (v == 1)).all(-1) & (v.sum(-1) == 1), 1, is_discrete=True
)
simplex = _plain("Simplex", lambda v: (v >= 0).all(-1) & ((v.sum(-1) - 1).abs() < 1e-6), 1)
square = _plain(
    "Square", lambda v: (v.new_zeros(v.shape[:-2]) == 0) & (v.size(-1) == v.size(-2)), 2
)
symmetric = _plain("Symmetric", _is_symmetric, 2)
positive_definite = _plain("PositiveDefinite", _is_positive_definite, 2)
lower_triangular = _plain("LowerTriangular", _is_lower, 2)
lower_cholesky = _plain(
    "LowerCholesky", lambda v: _is_lower(v) & (v.diagonal(dim1=-2, dim2=-1) > 0).all(-1), 2
)
real_vector = independent(real, 1)
positive, nonnegative = greater_than(0.0), greater_than_eq(0.0)
unit_interval = interval(0.0, 1.0)
positive_integer, nonnegative_integer = _integer_greater_than(1), _integer_greater_than(0)
