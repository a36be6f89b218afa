import { useRegisterLinks } from '../../../kit/list/area-links';

const pages = { list: 'fleetList', edit: 'fleetEdit', details: 'fleetDetails' } as const;
export const useFleetLinks = () => useRegisterLinks(pages);
