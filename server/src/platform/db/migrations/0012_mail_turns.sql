-- Mail goes out by who waits for it, and merchants take turns.

-- 1: somebody in front of a screen. 2: a customer. 3: nobody.
alter table emails add column urgency smallint not null generated always as (
  case when kind in ('password_reset', 'invitation') then 1 when kind = 'announcement' then 3 else 2 end
) stored;

-- Serves the worker, which goes from merchant to merchant, so that one merchant's thousand hide nobody else's one.
create index emails_turns on emails (urgency, merchant_id, next_attempt_at, email_id) where status = 'queued';
