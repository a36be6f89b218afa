-- Reports find the rows of a page by vehicle, kind and time alone: the index holds what that takes, so that rows of hundreds of thousands of facts are not fetched.
drop index episode_kind;
create index episode_kind on episode (vehicle_id, kind, start_time) include (end_time, status, client_id, place_id, id);
