import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Which test shows which row of the shell's catalogues: acceptance list T1–T30, sentences, numbers. A row whose test was renamed or removed is
 * found here; that the sentence or number itself is right is said by packages/contract/src/shell/facts.test.ts.
 */
const root = join(import.meta.dirname, '../../../../..');
const passwordForm = 'apps/web/src/modules/base/identity/password/form.test.ts';
const e2e = 'e2e/shell/';
const login = 'e2e/community/login.spec.ts';

type Row = readonly [row: string, file: string, shows: string];

const acceptance: readonly Row[] = [
  ['T1', `${e2e}sessions.spec.ts`, 'T1 T7'],
  ['T2', 'apps/web/src/kit/call/api.test.ts', 'ten parallel calls cause exactly one refresh'],
  ['T2 two windows', `${e2e}sessions.spec.ts`, 'T2：两个窗口同时过期'],
  ['T2 storm of 50', 'apps/web/src/kit/call/api.test.ts', 'a storm of fifty parallel calls'],
  ['T3', 'apps/server/src/modules/base/identity/routes.test.ts', 'refresh'],
  ['T4', `${e2e}sessions.spec.ts`, '只弹一次，关不掉'],
  ['T5', 'apps/web/src/kit/call/api.test.ts', 'no permission is a body code and never throws the user out'],
  ['T6', 'apps/web/src/kit/call/api.test.ts', 'T6:'],
  ['T7', `${e2e}sessions.spec.ts`, '换令牌不再打开窗口'],
  ['T8', `${e2e}sessions.spec.ts`, 'T8：'],
  ['T9', `${e2e}sessions.spec.ts`, 'T9：'],
  ['T10 flags and texts', passwordForm, 'T10: required goes before format'],
  ['T10', `${e2e}sessions.spec.ts`, 'T10：'],
  ['T11', 'packages/contract/src/shell/tree.test.ts', 'launcher'],
  ['T11 in the page', `${e2e}menus.spec.ts`, 'T11 '],
  ['T12', 'packages/contract/src/shell/tree.test.ts', 'the side menu hides with one item of at most one child'],
  ['T13', 'apps/web/src/shell/tab/tabs.test.ts', 'closeOthers'],
  ['T13 in the page', `${e2e}tabs.spec.ts`, 'T13 '],
  ['T14', `${e2e}messages.spec.ts`, '1、99照实，100显示99+'],
  ['T15', 'apps/web/src/modules/base/message/notice-timer.test.ts', 'each minute while seen, not while hidden'],
  ['T15 other company', `${e2e}messages.spec.ts`, '企业变了则重新载入'],
  ['T16', 'apps/web/src/modules/base/message/popup-model.test.ts', 'eleven a refresh'],
  ['T16 in the page', `${e2e}messages.spec.ts`, '刷新后不再有'],
  ['T17 0 → 1, 0 → 2', 'apps/web/src/kit/files/pending-downloads.test.ts', 'a failed task is told and forgotten'],
  [
    'T17 stop after 300 s',
    'apps/web/src/kit/files/pending-downloads.test.ts',
    'five minutes after the last addition it stops asking',
  ],
  ['T17 two windows, one file', `${e2e}downloads.spec.ts`, '两个窗口只下载一次'],
  [
    'T18 none ticked, close asks',
    'apps/web/src/kit/table/column-dialog.test.tsx',
    'closing asks only when something changed',
  ],
  ['T18 order survives', 'apps/web/src/kit/table/column-setting.test.ts', 'order is the stored one'],
  ['T19', `${e2e}dialogs.spec.ts`, 'T19 T28 '],
  ['T20', 'packages/contract/src/shell/facts.test.ts', 'T20 trial link'],
  ['T21', 'packages/contract/src/shell/tree.test.ts', 'homeRedirect'],
  ['T22', 'packages/contract/src/shell/tree.test.ts', 'children and grandchildren, nothing deeper'],
  ['T23', 'apps/web/src/kit/show/format.test.ts', 'an organisation of 15 characters is whole, of 16 is cut'],
  ['T24', 'apps/web/src/kit/session/brand.test.ts', 'T24 logo'],
  ['T24 in the page', `${e2e}header.spec.ts`, 'T24 '],
  ['T25', 'apps/web/src/kit/session/purchase.test.ts', 'T25:'],
  ['T26', 'apps/web/src/kit/call/error-catalogue.test.ts', 'says its sentence once within 3 s'],
  ['T27', `${e2e}pages.spec.ts`, 'T27 '],
  ['T28', `${e2e}dialogs.spec.ts`, 'T19 T28 '],
  ['T29', `${e2e}header.spec.ts`, 'T29 '],
  ['T30', 'apps/web/src/kit/live/frames.test.ts', 'after garbage the next marker starts anew'],
];

const sentences: readonly Row[] = [
  ['pwd.rule', passwordForm, '请输入6~16位字母/数字/字符2种组合的密码'],
  ['pwd.oldRequired', passwordForm, '原密码不能为空'],
  ['pwd.newRequired', passwordForm, '新密码不能为空'],
  ['pwd.confirmRequired', passwordForm, '密码确认不能为空'],
  ['pwd.mismatch', passwordForm, '确认密码与新密码不一致，请重新输入'],
  ['pwd.oldWrong', passwordForm, '原密码错误，请重新输入'],
  ['pwd.oldWrong.server', 'apps/server/src/modules/base/identity/password/change.test.ts', '原密码不正确'],
  ['pwd.ok', `${e2e}sessions.spec.ts`, '密码修改成功'],
  ['pwd.strength', `${e2e}sessions.spec.ts`, '弱'],
  ['upPwd.fail', `${e2e}sessions.spec.ts`, 'T10：'],
  ['fields.min', 'apps/web/src/kit/table/column-dialog.test.tsx', '最少勾选一个显示的字段'],
  ['fields.close', 'apps/web/src/kit/table/column-dialog.test.tsx', '确认关闭？'],
  ['trial.choose', `${e2e}dialogs.spec.ts`, '请选择要试用的系统'],
  ['trial.ok', `${e2e}dialogs.spec.ts`, '申请成功'],
  ['trial.fail', `${e2e}dialogs.spec.ts`, '已提交申请，请耐心等待'],
  ['companyLogout.fail', `${e2e}sessions.spec.ts`, 'T9：'],
  ['guard.denied', `${e2e}rights.spec.ts`, '暂无权限'],
  ['http.403.title', 'apps/web/src/kit/call/api.test.ts', '强制退出'],
  ['http.403.body', `${e2e}sessions.spec.ts`, '您的账号在另一台电脑登录，如非本人操作，请及时修改密码'],
  ['http.403.button', `${e2e}sessions.spec.ts`, '重新登录'],
  ['http.500', 'apps/web/src/kit/call/error-catalogue.test.ts', '服务器遇到错误，无法完成请求！'],
  ['http.503', 'apps/web/src/kit/call/error-catalogue.test.ts', '无法连接服务器，请稍后重试'],
  ['http.504', 'apps/web/src/kit/call/error-catalogue.test.ts', '网络超时'],
  ['http.413', 'apps/web/src/kit/call/error-catalogue.test.ts', '文件过大，请压缩后重新上传'],
  ['http.429', 'apps/web/src/kit/call/error-catalogue.test.ts', '操作过于频繁，请稍后再试'],
  ['http.404', 'apps/web/src/kit/call/error-catalogue.test.ts', 'HTTP 404 is silent'],
  ['http.401', 'apps/web/src/kit/call/api.test.ts', '401 renews and repeats once'],
  ['refresh.500', 'apps/web/src/kit/call/api.test.ts', 'a refused refresh (body code 500) ends at the login'],
  ['download.fail', 'apps/web/src/kit/call/error-catalogue.test.ts', '文件下载失败!'],
  ['export.ok', `${e2e}downloads.spec.ts`, '已成功导出'],
  ['export.wechat', `${e2e}downloads.spec.ts`, '请点击右上角，选择在浏览器中打开后下载'],
  ['export.auto', `${e2e}downloads.spec.ts`, '自动下载中，可在下载管理中浏览历史下载文件。'],
  ['export.emptyAddr', 'apps/web/src/kit/files/downloads.test.ts', '没有可导出的地址'],
  ['purchase.pay', 'apps/web/src/kit/session/purchase.test.ts', '有待付款的订单，请先去“我的订单”中确认支付'],
  [
    'purchase.audit',
    'apps/web/src/kit/session/purchase.test.ts',
    '工作人员会在3个工作日内审批完成，详情查看“我的订单”',
  ],
  ['copy.ok', `${e2e}header.spec.ts`, '复制成功！'],
  ['logout.company', `${e2e}sessions.spec.ts`, '确定退出当前公司？'],
  ['logout.system', `${e2e}session.spec.ts`, '确定退出当前系统？'],
  ['table.total', 'apps/web/src/kit/list/pager.test.tsx', '共 31 条'],
  ['header.version', `${e2e}header.spec.ts`, '版本 v2.5.9'],
  ['msg.cat.13 11 12 15 14', `${e2e}messages.spec.ts`, '铃铛列出五类消息'],
  ['msg.type.11001', 'apps/web/src/modules/base/message/service-fee-notice.test.tsx', '服务费通知'],
  ['daterange.order', 'apps/web/src/kit/list/filter/date-range.test.ts', '开始时间不能晚于结束时间'],
  ['route.notfound', `${e2e}pages.spec.ts`, '页面不存在'],
  ['login.bad', login, '账号或密码错误'],
  ['login.locked', 'apps/server/src/modules/base/identity/routes.test.ts', '账号已锁定'],
  ['login.captcha', 'apps/server/src/modules/base/identity/routes.test.ts', '验证码错误或已过期'],
  ['login.disabled', 'apps/server/src/modules/base/identity/routes.test.ts', '账号已停用，请联系管理员'],
  ['login.arrears', 'apps/server/src/modules/base/identity/routes.test.ts', '贵公司服务已到期，请联系服务商续费'],
  ['session.idle', `${e2e}session.spec.ts`, '令牌全部失效后回到登录页并记住去处'],
  ['visit.banner', `${e2e}sessions.spec.ts`, '正在访问：'],
  ['visit.reason', 'apps/server/src/modules/base/identity/acting/routes.test.ts', '请填写访问原因'],
  ['perm.denied', 'apps/server/src/modules/base/identity/acting/routes.test.ts', '暂无操作权限'],
  ['net.offline', `${e2e}connection.spec.ts`, '网络连接已断开'],
  ['save.conflict', 'apps/web/src/kit/form/edit-page.test.tsx', '数据已被他人修改'],
  ['browse.location', `${e2e}dialogs.spec.ts`, 'exists, but is not offered here'],
];

const numbers: readonly Row[] = [
  ['launcher.itemHeight', `${e2e}menus.spec.ts`, '3 * 63'],
  ['launcher.entries', 'packages/contract/src/shell/menus.test.ts', 'the launcher has sixteen entries'],
  ['launcher.tmsGroup', 'packages/contract/src/shell/menus.test.ts', 'the transport group has nine entries'],
  ['menu.hide.*', 'packages/contract/src/shell/tree.test.ts', 'sideMenuHidden([item(1)])'],
  ['header.orgNameMax', 'apps/web/src/kit/show/format.test.ts', 'of 16 is cut'],
  ['header.badgeMax', `${e2e}messages.spec.ts`, '99+'],
  ['header.logoHeight*, client.special', 'apps/web/src/kit/session/brand.test.ts', "'6670'"],
  ['dialog.browse.width', `${e2e}dialogs.spec.ts`, 'toBe(550)'],
  ['dialog.trial.width', `${e2e}dialogs.spec.ts`, 'toBe(350)'],
  ['token.access.cookie, token.refresh.cookie', `${e2e}sessions.spec.ts`, '.toEqual([30, 480])'],
  ['token.access.expiryStamp', 'apps/web/src/kit/call/api.test.ts', 'after the stamp ten parallel calls'],
  [
    'token.refresh.guard, token.refresh.wait',
    'apps/web/src/kit/call/api.test.ts',
    'this one waits a second and takes its token',
  ],
  ['token lives', 'packages/contract/src/shell/constants.test.ts', 'life times of the session'],
  ['jwt.accessTtl', 'apps/server/src/modules/base/identity/login/codes.test.ts', 'expires_in: 1800'],
  ['refresh.reuseGrace', 'apps/server/src/modules/base/identity/routes.test.ts', "interval '11 seconds'"],
  ['refresh.failCode', 'apps/web/src/kit/call/api.test.ts', 'a refused refresh (body code 500)'],
  ['success.code', 'apps/server/src/modules/base/identity/routes.test.ts', 'gives both tokens, which open the session'],
  ['session.absoluteMax', 'apps/server/src/modules/base/identity/routes.test.ts', 'hours: 24'],
  ['captcha.ttl', 'apps/server/src/modules/base/identity/login/proof.test.ts', 'good once, for two minutes'],
  [
    'sms.ttl',
    'apps/server/src/modules/base/identity/login/codes.test.ts',
    'is sent again after 60 s, ten times a day; lives 300 s',
  ],
  ['visit.loginType, visit.maxHours', 'apps/server/src/modules/base/identity/acting/routes.test.ts', '2 * 3600'],
  ['superAct.maxMinutes', 'apps/server/src/modules/base/identity/acting/routes.test.ts', '60 * 60'],
  ['primaryUser', 'packages/contract/src/shell/facts.test.ts', 'T20 trial link'],
  ['msg.serviceFeeType', 'apps/web/src/modules/base/message/service-fee-notice.test.tsx', '11001'],
  ['message.categories', `${e2e}messages.spec.ts`, '铃铛列出五类消息'],
  ['download.retention', 'apps/server/src/core/export/definition.test.ts', '7 * 24'],
  ['debounce.default', 'apps/web/src/kit/form/input/remote-select.test.tsx', '250 ms after the last key'],
  ['tab.dragAnimation, enterprise.homePage', 'packages/contract/src/shell/facts.test.ts', 'tab.dragAnimation ms'],
  ['dictionary.batch', 'apps/web/src/kit/call/dict-cache.test.ts', 'within 100 ms are one request'],
  ['dictionary.cache', 'apps/web/src/kit/call/dict-cache.test.ts', 'none after 9:59, one after 10:01'],
  ['settings.ttl', `${e2e}dialogs.spec.ts`, "['true', 480]"],
  ['guide.flag', `${e2e}dialogs.spec.ts`, '8 * 60'],
  ['message.refresh', 'apps/web/src/modules/base/message/notice-timer.test.ts', 'each minute'],
  ['message.popupMax', 'apps/web/src/modules/base/message/popup-model.test.ts', 'eleven a refresh'],
  ['clientInfo.delay', 'apps/web/src/shell/frame/client-info.test.tsx', 'a second after load'],
  ['trial.systemMax', 'packages/contract/src/shell/facts.test.ts', 'T20 trial link'],
  ['export.lock', `${e2e}downloads.spec.ts`, '按钮锁定10秒'],
  [
    'download.poll, download.done',
    'apps/web/src/kit/files/pending-downloads.test.ts',
    'a file that gets ready is fetched once',
  ],
  ['download.stop', 'apps/web/src/kit/files/pending-downloads.test.ts', 'five minutes after the last addition'],
  ['download.failed', 'apps/web/src/kit/files/pending-downloads.test.ts', 'a failed task is told'],
  ['purchase.*', 'apps/web/src/kit/session/purchase.test.ts', 'duration: 5'],
  ['request.timeout, upload.timeout', 'apps/web/src/kit/call/error-catalogue.test.ts', '[60_000, 240_000, 240_000]'],
  ['table.size.*', 'packages/contract/src/shell/constants.test.ts', '[10, 30, 15, 40]'],
  ['table.size.D', `${e2e}downloads.spec.ts`, '40 条/页'],
  ['table.pager', 'apps/web/src/kit/list/pager.test.tsx', 'the jumper only with more than one page'],
  ['frontendCookie.*', `${e2e}dialogs.spec.ts`, 'webgis.web.browse.openUrl'],
  ['frame.*', 'apps/web/src/kit/live/frames.test.ts', 'a ping has no payload'],
  ['ui.*', 'apps/web/src/shell/frame/facts.test.tsx', 'small, from z-index 3000, weeks from Sunday'],
  [
    'password.*, username.*, phone.*',
    'packages/contract/src/shell/constants.test.ts',
    'formats and limits are the same numbers',
  ],
  ['login.failLimit', 'apps/server/src/modules/base/identity/routes.test.ts', 'locks after five'],
];

/** Rows of the catalogues that belong to the shell. */
const owed = {
  sentences: `pwd.rule pwd.oldRequired pwd.newRequired pwd.confirmRequired pwd.mismatch pwd.oldWrong pwd.oldWrong.server pwd.ok pwd.strength
    fields.min fields.close trial.choose trial.ok trial.fail upPwd.fail companyLogout.fail guard.denied http.403.title http.403.body
    http.403.button http.500 http.503 http.504 http.404 http.401 refresh.500 download.fail export.ok export.wechat export.auto
    export.emptyAddr purchase.pay purchase.audit copy.ok logout.company logout.system table.total header.version msg.cat.13 msg.type.11001
    browse.location daterange.order route.notfound login.bad login.locked login.captcha login.disabled login.arrears session.idle
    visit.banner visit.reason perm.denied net.offline save.conflict`,
  numbers: `launcher.itemHeight launcher.entries launcher.tmsGroup menu.hide.* header.orgNameMax header.badgeMax header.logoHeight*
    client.special dialog.browse.width dialog.trial.width token.access.cookie token.access.expiryStamp token.refresh.cookie
    token.refresh.guard token.refresh.wait dictionary.batch dictionary.cache settings.ttl guide.flag message.refresh message.popupMax
    clientInfo.delay trial.systemMax export.lock download.poll download.stop download.done download.failed purchase.* request.timeout
    upload.timeout table.size.* table.pager frontendCookie.* debounce.default tab.dragAnimation frame.* ui.* password.* username.* phone.*
    success.code refresh.failCode visit.loginType primaryUser msg.serviceFeeType message.categories enterprise.homePage jwt.accessTtl
    refresh.reuseGrace session.absoluteMax login.failLimit captcha.ttl sms.ttl visit.maxHours superAct.maxMinutes download.retention`,
};
const names = (text: string): string[] => text.split(/[\s,]+/u);

test.each([
  ['sentences', sentences, owed.sentences],
  ['numbers', numbers, owed.numbers],
] as const)('every one of the %s has its test', (_what, rows, rowsOwed) => {
  const shown = new Set(rows.flatMap(([row]) => names(row)));
  expect(names(rowsOwed).filter((row) => !shown.has(row))).toEqual([]);
});

test.each([...acceptance, ...sentences, ...numbers])('%s is shown by %s: %s', (_row, file, shows) => {
  const path = join(root, file);
  expect(existsSync(path), file).toBe(true);
  expect(readFileSync(path, 'utf8')).toContain(shows);
});

test('every one of T1 to T30 has its test', () => {
  const numbersShown = new Set(acceptance.map(([row]) => Number(/\d+/u.exec(row)?.[0])));
  expect([...numbersShown].sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
});
