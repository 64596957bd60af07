"""A mailbox is one, whatever tag stands behind its plus sign (RFC 5233)."""


def mailbox_bounds(address: str) -> dict[str, str]:
    """What finds the addresses of a mailbox in a sorted column: ``plain`` is the one without a tag.

    Those with one sort behind ``first`` and before ``behind``; so do some of other domains, so ``domain`` is its own.
    """
    local, _, domain = address.rpartition("@")
    local = local.partition("+")[0]
    return {"plain": f"{local}@{domain}", "first": f"{local}+", "behind": f"{local},", "domain": domain.lower()}
