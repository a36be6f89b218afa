import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { href, routes } from '../../shell/routes';

/** Page with the surveys of the user. */
export const surveyUrl = href(routes.questionnaireGather, 'community');

export const surveyNotify = endpoint({
  path: '/api/base/cms/survey/notify',
  access: 'session',
  title: '进行中的问卷，没有时两项都为空',
  output: z.object({ surveyUrl: z.string().nullable(), decodeId: z.string().nullable(), title: z.string().nullable() }),
});
