-- Pages of 100,000 vehicles in the order of a date or of their fleets are read along an index (vehicle.window.ts).
create index vehicle_fleet on vehicle (fleet_id, id) where deleted_at is null;
create index vehicle_license_end on vehicle (client_id, license_end) where deleted_at is null;
create index vehicle_inspect_end on vehicle (client_id, inspect_end) where deleted_at is null;
create index vehicle_insure_end on vehicle (client_id, insure_end) where deleted_at is null;
create index vehicle_transport_cert_end on vehicle (client_id, transport_cert_end) where deleted_at is null;
create index vehicle_service_end on vehicle (client_id, service_end) where deleted_at is null;
