-- The merchant's colour on customer pages and in e-mails, as #rrggbb in lower case. Null means ours.

alter table merchants add column accent_color text check (accent_color ~ '^#[0-9a-f]{6}$');
