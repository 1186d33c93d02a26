-- Plans that are about a whole day, or about one visit that a day makes room for: see
-- docs/decisions/0092-plans-without-a-user.md.
alter table replans alter column user_id drop not null;
alter table replans add column appointment_id uuid;
alter table replans add constraint replan_is_about_something
  check (user_id is not null or appointment_id is not null or reason = 'weather');
