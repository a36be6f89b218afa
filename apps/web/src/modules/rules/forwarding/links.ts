import { useRegisterLinks } from '../../../kit/list/area-links';

const pages = { list: 'dataForwardingList', edit: 'dataForwardingEdit' } as const;
export const useForwardLinks = () => useRegisterLinks(pages);
