-- Lists of vehicles in the order of drivers and of terminals walk these instead of sorting all: names in their order, and each name's vehicle.
create index driver_names on driver (client_id, name);
create index vehicle_driver on vehicle (driver_id, id) where deleted_at is null;
create index device_numbers on device (client_id, terminal_no collate "C");
