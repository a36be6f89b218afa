import { expect, test } from 'vitest';
import { downloadStatus } from '../base/download/calls';
import { trialOffered } from '../base/system-apply/calls';
import { msgCategory } from '../base/system-enums';
import { message, messages, unspoken } from '../core/messages';
import { constants } from './constants';

/** The shell's rows of the catalogue of constants: its name, what the product says, what the catalogue says. */
test.each([
  ['launcher.itemHeight px', constants.launcher.itemHeightPx, 63],
  ['launcher.entries', constants.launcher.entries, 16],
  ['launcher.tmsGroup', constants.launcher.tmsGroup, 9],
  ['menu.hide.maxItems', constants.menu.hideMaxItems, 1],
  ['menu.hide.maxChildren', constants.menu.hideMaxChildren, 1],
  ['header.orgNameMax', constants.header.orgNameMaxChars, 15],
  ['header.version', constants.header.version, 'v2.5.9'],
  ['header.badgeMax', constants.header.badgeMax, 99],
  ['header.logoHeight px', constants.header.logoHeightPx, 30],
  ['header.logoHeight6670 px', constants.header.logoHeightSpecialPx, 40],
  ['header.logoHeightOem', constants.header.logoHeightOem, 'auto'],
  ['client.special', constants.header.specialClientId, '6670'],
  ['dialog.browse.width px', constants.dialog.browseWidthPx, 550],
  ['dialog.trial.width px', constants.dialog.trialWidthPx, 350],
  ['dictionary.batch ms', constants.dictionary.batchMs, 100],
  ['dictionary.cache min', constants.dictionary.cacheMin, 10],
  ['settings.ttl s', constants.settings.ttlS, 28_800],
  ['guide.flag h', constants.settings.guideFlagH, 8],
  ['message.refresh ms', constants.message.refreshMs, 60_000],
  ['message.popupMax', constants.message.popupMax, 11],
  ['clientInfo.delay ms', constants.clientInfo.delayMs, 1000],
  ['trial.systemMax', constants.trial.systemMax, 2],
  ['export.lock s', constants.export.lockS, 10],
  ['download.poll s', constants.download.pollS, 1],
  ['download.stop ms', constants.download.stopMs, 300_000],
  ['download.done', constants.download.done, downloadStatus.done],
  ['download.failed', constants.download.failed, downloadStatus.failed],
  ['purchase.warn s', constants.purchase.warnS, 5],
  ['purchase.reviewDays', constants.purchase.reviewWorkingDays, 3],
  ['purchase.pay', constants.purchase.pay, 1],
  ['purchase.review', constants.purchase.review, 2],
  ['request.timeout ms', constants.request.timeoutMs, 60_000],
  ['upload.timeout ms', constants.request.uploadTimeoutMs, 240_000],
  ['table.size.A', constants.table.size.A, { size: 10, sizePage: [5, 10, 15, 20] }],
  ['table.size.B', constants.table.size.B, { size: 30, sizePage: [15, 30, 45, 60] }],
  ['table.size.C', constants.table.size.C, { size: 15, sizePage: [15, 30, 45, 60] }],
  ['table.size.D', constants.table.size.D, { size: 40, sizePage: [10, 20, 30, 40] }],
  ['table.pager', constants.table.pagerMany, ['total', 'prev', 'pager', 'next', 'sizes', 'jumper']],
  ['frontendCookie.prefix', constants.frontendCookie.prefix, 'webgis.web.'],
  ['frontendCookie.life s', constants.frontendCookie.lifeS, 30],
  ['debounce.default ms', constants.debounce.defaultMs, 250],
  ['tab.dragAnimation ms', constants.tab.dragAnimationMs, 250],
  ['frame.marker', constants.frame.marker, '@#%'],
  ['frame digits', [constants.frame.typeDigits, constants.frame.lengthDigits, constants.frame.flagDigits], [3, 7, 1]],
  ['ui.size', constants.ui.size, 'small'],
  ['ui.zIndexBase', constants.ui.zIndexBase, 3000],
  ['ui.firstDayOfWeek', constants.ui.firstDayOfWeek, 7],
  ['success.code', constants.result.ok, 200],
  ['success.code of login info', constants.result.okLoginInfo, 1],
  ['refresh.failCode', constants.result.refreshRejected, 500],
  ['visit.loginType', constants.visit.loginType, -1],
  ['primaryUser', constants.primaryUser, 1],
  ['msg.serviceFeeType', constants.message.serviceFeeType, 11001],
  ['message.categories in the order of the badge', constants.message.categories, [13, 11, 12, 15, 14]],
  ['enterprise.homePage', constants.enterpriseHome, { menu: 99, page: 999 }],
])('constant %s', (_name, actual, expected) => {
  expect(actual).toEqual(expected);
});

/** The shell's rows of the catalogue of sentences, word by word. */
test.each([
  ['pwd.rule', messages['pwd.rule'], '请输入6~16位字母/数字/字符2种组合的密码'],
  ['pwd.oldRequired', messages['pwd.oldRequired'], '原密码不能为空'],
  ['pwd.newRequired', messages['pwd.newRequired'], '新密码不能为空'],
  ['pwd.confirmRequired', messages['pwd.confirmRequired'], '密码确认不能为空'],
  ['pwd.mismatch', messages['pwd.mismatch'], '确认密码与新密码不一致，请重新输入'],
  ['pwd.oldWrong', messages['pwd.oldWrong'], '原密码错误，请重新输入'],
  ['pwd.oldWrong.server', messages['pwd.oldWrong.server'], '原密码不正确'],
  ['pwd.ok', messages['pwd.ok'], '密码修改成功'],
  ['fields.min', messages['fields.min'], '最少勾选一个显示的字段'],
  ['fields.close', messages['fields.close'], '确认关闭？'],
  ['trial.choose', messages['trial.choose'], '请选择要试用的系统'],
  ['trial.ok', messages['trial.ok'], '申请成功'],
  ['guard.denied', messages['guard.denied'], '暂无权限'],
  ['http.403.title', messages['http.403.title'], '强制退出'],
  ['http.403.body', messages['http.403.body'], '您的账号在另一台电脑登录，如非本人操作，请及时修改密码'],
  ['http.403.button', messages['http.403.button'], '重新登录'],
  ['http.500', messages['http.500'], '服务器遇到错误，无法完成请求！'],
  ['http.503', messages['http.503'], '无法连接服务器，请稍后重试'],
  ['http.504', messages['http.504'], '网络超时'],
  ['download.fail', messages['download.fail'], '文件下载失败!'],
  ['export.ok', messages['export.ok'], '已成功导出'],
  ['export.auto', messages['export.auto'], '自动下载中，可在下载管理中浏览历史下载文件。'],
  ['export.emptyAddr', messages['export.emptyAddr'], '没有可导出的地址'],
  ['purchase.pay', messages['purchase.pay'], '有待付款的订单，请先去“我的订单”中确认支付'],
  [
    'purchase.audit',
    message('purchase.audit', { platformName: '捷依' }),
    '有待审核的订单，捷依工作人员会在3个工作日内审批完成，详情查看“我的订单”',
  ],
  ['copy.ok', messages['copy.ok'], '复制成功！'],
  ['logout.company', messages['logout.company'], '确定退出当前公司？'],
  ['logout.system', messages['logout.system'], '确定退出当前系统？'],
  ['table.total', message('table.total', { n: 8 }), '共 8 条'],
  ['header.version', messages['header.version'], 'v2.5.9'],
  ['msg.cat.13', msgCategory.label(13), '车辆报警'],
  ['msg.cat.11', msgCategory.label(11), '设备服务 / 服务费到期'],
  ['msg.cat.12', msgCategory.label(12), '车务'],
  ['msg.cat.15', msgCategory.label(15), '设备异常'],
  ['msg.cat.14', msgCategory.label(14), '系统公告'],
  ['daterange.order', messages['daterange.order'], '开始时间不能晚于结束时间'],
  ['route.notfound', messages['route.notfound'], '页面不存在'],
  ['session.idle', messages['session.idle'], '登录已过期，请重新登录'],
  ['visit.banner', message('visit.banner', { company: '鲜达' }), '正在访问：鲜达'],
  ['visit.reason', messages['visit.reason'], '请填写访问原因'],
  ['perm.denied', messages['perm.denied'], '暂无操作权限'],
  ['net.offline', messages['net.offline'], '网络连接已断开'],
  ['save.conflict', messages['save.conflict'], '数据已被他人修改，请刷新后重试'],
])('sentence %s', (_key, actual, expected) => {
  expect(actual).toBe(expected);
});

test('situations without a sentence: the server’s words, silence, or the login', () => {
  expect(unspoken).toMatchObject({
    'trial.fail': 'server',
    'upPwd.fail': 'server',
    'companyLogout.fail': 'server',
    'http.401': 'refresh',
    'http.404': 'ignore',
    'refresh.500': 'login',
  });
});

test.each([
  [1, ['TMS'], 0, true],
  [1, [], 0, true],
  [1, ['TMS', 'WMS'], 0, false],
  [1, ['TMS'], -1, false],
  [1, ['TMS', 'WMS'], -1, false],
  [0, ['TMS'], 0, false],
  [0, ['TMS', 'WMS'], 0, false],
  [0, ['TMS'], -1, false],
  [0, ['TMS', 'WMS'], -1, false],
])('T20 trial link: primary %i with %j and login type %i → %s', (isPrimaryUser, systems, loginType, shown) => {
  expect(trialOffered({ isPrimaryUser, loginType }, systems)).toBe(shown);
});
