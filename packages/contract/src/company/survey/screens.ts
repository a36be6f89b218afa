import { open, type Rights, screensOf, sensitive } from '../../shell/screens';

const backstage = screensOf('backstage');
const community = screensOf('community');

/** The screens of `survey`. What stands here is built: menus lead to it. */
export const surveyScreens = {
  questionnaireList: backstage.from('questionnaireSurvey', 'list'),
  questionnaireEdit: backstage.at('/questionnaireSurvey/edit', '问卷编辑', 'edit', 'questionnaireSurvey'),
  questionnaireResult: backstage.at('/questionnaireSurvey/details', '问卷结果', 'report', 'questionnaireSurvey'),
  questionnaireGather: community.at('/questionnaire/gather', '问卷调查', 'list', null),
  survey: community.at('/survey/:id', '填写问卷', 'form', null, open),
} as const;

/** What a role may be given on these screens: action → label. */
export const surveyRights = {
  questionnaireSurvey: {
    add: '新增',
    edit: '编辑',
    publish: sensitive('发布'),
    stop: '停止',
    copyLink: '复制链接',
    details: '结果',
    export: '导出',
  },
} as const satisfies Rights;
