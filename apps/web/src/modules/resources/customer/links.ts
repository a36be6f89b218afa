import { useRegisterLinks } from '../../../kit/list/area-links';

const pages = { list: 'customerList', edit: 'customerEdit', details: 'customerDetails' } as const;
export const useCustomerLinks = () => useRegisterLinks(pages);
