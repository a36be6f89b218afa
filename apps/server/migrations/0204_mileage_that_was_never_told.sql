-- A terminal that had logged in and had no fix yet counted as one with a total of 0, so that the whole odometer was driven on the trip. No total is ever 0
-- otherwise but that of a truck whose first fix was at the gate: its trip learns it again while it is on the road, and shortly after.
update waybill set depart_mileage_m = null where depart_mileage_m = 0;
update waybill set arrive_mileage_m = null where arrive_mileage_m = 0;
