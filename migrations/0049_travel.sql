-- Time for the way between two visits whose coordinates are known; both null where it is not counted.
alter table organizations
  add column travel_speed_kmh real check (travel_speed_kmh between 1 and 200),
  add column travel_base_minutes integer check (travel_base_minutes between 0 and 240),
  add constraint organization_travel check ((travel_speed_kmh is null) = (travel_base_minutes is null));
