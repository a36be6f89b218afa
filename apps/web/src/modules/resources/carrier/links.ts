import { useRegisterLinks } from '../../../kit/list/area-links';

const pages = { list: 'carrierList', edit: 'carrierEdit' } as const;
export const useCarrierLinks = () => useRegisterLinks(pages);
