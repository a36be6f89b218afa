import { useRegisterLinks } from '../../../kit/list/area-links';

const pages = { list: 'pushSettingsList', edit: 'pushSettingsEdit' } as const;
export const usePushLinks = () => useRegisterLinks(pages);
