import { useRegisterLinks } from '../../../kit/list/area-links';

const pages = { list: 'driverList', edit: 'driverEdit', details: 'driverDetails' } as const;
export const useDriverLinks = () => useRegisterLinks(pages);
