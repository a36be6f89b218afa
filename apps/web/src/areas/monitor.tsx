import { NotFoundPage } from '../shell/not-found-page';
import type { AreaPages } from './area-pages';

export const monitorPages: AreaPages<'monitor'> = {
  alarmRecordList: () => import('../modules/alarm/alarm-list-page').then((m) => m.AlarmListPage),
  notFound: async () => NotFoundPage,
};
