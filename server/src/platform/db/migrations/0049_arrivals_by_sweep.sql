-- A sweep that ends sums what it moved.
create index arrivals_by_sweep on arrivals (sweep_id) where sweep_id is not null;
