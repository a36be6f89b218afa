import { NotFoundPage } from '../shell/page/not-found-page';
import type { AreaPages } from './area-pages';

export const monitorPages: AreaPages<'monitor'> = {
  alarmRecordList: () => import('../modules/watch/alarm/list-page').then((m) => m.AlarmListPage),
  notFound: async () => NotFoundPage,
};
