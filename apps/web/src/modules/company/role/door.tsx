/** What other modules use of roles: the only file of it that others import. */
export { MenuPreview } from './menu-preview';
export { loadGivableRoles, loadRoles } from './options';
