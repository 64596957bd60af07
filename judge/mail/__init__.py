"""The wire format of letters in and out: SMTP, MIME, HTML, DKIM, identity, Maildirs, headers, quotations."""
