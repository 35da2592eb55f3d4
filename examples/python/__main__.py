"""A person, and the customers that are pinned to her. Names are those of the desired files, in Python's spelling."""

import pulumi
import pulumi_muster as muster

ana = muster.User(
    "ana",
    login_user_id="ana.ruiz@example.com",
    first_name="Ana",
    last_name="Ruiz",
    user_template_name="Agents",
)

maria = muster.PinnedRecord(
    "maria",
    campaign_name="Summer Renewals",
    client_id="C-1001",
    preferred_agent=ana.login_user_id,  # made after her, removed before her
    data={"Name": "Maria Lopez", "phone": "+34911234567"},
)

winter = muster.RecordSet(
    "winter",
    campaign_name="Winter Renewals",
    records={
        "C-2001": muster.RowArgs(preferred_agent=ana.login_user_id, data={"Name": "Leo Brandt"}),
        "C-2002": muster.RowArgs(preferred_agent=ana.login_user_id, data={"Name": "Ida Holm"}),
    },
)

pulumi.export("anaIsThere", muster.get_user_output(login_user_id=ana.login_user_id).exists)
pulumi.export("winterCustomers", winter.record_count)
