-- The customer that a program belongs to: it sees the vehicles that are bound to him (vehicle_binding), and of their history what lies within the binding. null: a
-- program of the company's own, as all were.
alter table open_app add column customer_id bigint references customer;
