/** What forms, filters and dialogs of all modules choose from: the only file of it that others import. */
export {
  loadFleets,
  loadUsers,
  searchCarriers,
  searchCustomers,
  searchDevices,
  searchDrivers,
  searchFleets,
  searchLocatedStores,
  searchShops,
  searchStores,
  searchUsers,
  searchWarehouses,
  toFound,
} from './options';
