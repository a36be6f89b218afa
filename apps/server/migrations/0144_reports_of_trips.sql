-- The report of one trip is a sealed record too: all of its versions have one number, found by the trip that the record is about.
create index temperature_record_trip on temperature_record (client_id, (facts -> 'trip' ->> 'id'));

-- A link of a customer to the report of one trip: a waybill's number, or `s` and a shipment's, as the list calls the row.
alter table trip_share add column trip_row text;
create index trip_share_row on trip_share (client_id, trip_row) where trip_row is not null;
