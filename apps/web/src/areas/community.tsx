import { NotFoundPage } from '../shell/page/not-found-page';
import type { AreaPages } from './area-pages';

export const communityPages: AreaPages<'community'> = {
  communityHome: () => import('../shell/frame/home').then((m) => m.CommunityHome),
  login: () => import('../modules/base/identity/login/page').then((m) => m.LoginPage),
  tvLogin: () => import('../modules/base/identity/login/tv-login-page').then((m) => m.TvLoginPage),
  forgetPassword: () => import('../modules/base/identity/login/forget-password-page').then((m) => m.ForgetPasswordPage),
  authBind: () => import('../modules/base/identity/login/auth-bind-page').then((m) => m.AuthBindPage),
  error: () => import('../shell/page/error-page').then((m) => m.ErrorPage),
  lineNew: () => import('../modules/ground/place/map-page').then((m) => m.LineNewPage),
  regionSite: () => import('../modules/ground/place/map-page').then((m) => m.PlaceMapPage),
  notFound: async () => NotFoundPage,
  location: () => import('../modules/watch/location/page').then((m) => m.LocationPage),
  trajectory: () => import('../modules/watch/track/trajectory-page').then((m) => m.TrajectoryPage),
  member: () => import('../modules/trade/member/page').then((m) => m.MemberPage),
  memberBuy: () => import('../modules/trade/member/buy-page').then((m) => m.MemberBuyPage),
  memberInventory: () => import('../modules/trade/member/inventory-page').then((m) => m.MemberInventoryPage),
  memberPurchaseHistory: () => import('../modules/trade/member/history-page').then((m) => m.MemberHistoryPage),
  userInfo: () => import('../modules/company/profile/user-info-page').then((m) => m.UserInfoPage),
  userGrouping: () => import('../modules/watch/vehicle-group/user-grouping-page').then((m) => m.UserGroupingPage),
  message: () => import('../modules/base/message/list-page').then((m) => m.MessageListPage),
  interfaceCenter: () => import('../modules/company/openapi/center-page').then((m) => m.InterfaceCenterPage),
  interfaceDetails: () => import('../modules/company/openapi/detail-page').then((m) => m.InterfaceDetailPage),
  questionnaireGather: () => import('../modules/company/survey/gather-page').then((m) => m.SurveyGatherPage),
  survey: () => import('../modules/company/survey/page').then((m) => m.SurveyPage),
  download: () => import('../modules/base/download/list-page').then((m) => m.DownloadListPage),
  downloadEmbedded: () => import('../modules/base/download/list-page').then((m) => m.EmbeddedDownloadPage),
};
