from uuid import UUID

from quizcli.store.rows import new_id
from tests.quizcli.histories import day, noon


def test_ids_sort_by_time_and_are_versions_7_of_uuid():
    earlier, later = (new_id(noon(day(on))) for on in (1, 2))
    assert earlier < later
    assert UUID(later).version == 7
    assert len({new_id(noon(day(1))) for _ in range(1000)}) == 1000
