import { NotFoundPage } from '../shell/not-found-page';
import type { AreaPages } from './area-pages';

export const communityPages: AreaPages<'community'> = {
  communityHome: () => import('../shell/home').then((m) => m.CommunityHome),
  login: () => import('../modules/identity/login-page').then((m) => m.LoginPage),
  tvLogin: () => import('../modules/identity/tv-login-page').then((m) => m.TvLoginPage),
  forgetPassword: () => import('../modules/identity/forget-password-page').then((m) => m.ForgetPasswordPage),
  authBind: () => import('../modules/identity/auth-bind-page').then((m) => m.AuthBindPage),
  error: () => import('../shell/error-page').then((m) => m.ErrorPage),
  lineNew: () => import('../modules/place/place-map-page').then((m) => m.LineNewPage),
  regionSite: () => import('../modules/place/place-map-page').then((m) => m.PlaceMapPage),
  notFound: async () => NotFoundPage,
  location: () => import('../modules/location/location-page').then((m) => m.LocationPage),
  trajectory: () => import('../modules/track/trajectory-page').then((m) => m.TrajectoryPage),
  member: () => import('../modules/member/member-page').then((m) => m.MemberPage),
  memberBuy: () => import('../modules/member/buy-page').then((m) => m.MemberBuyPage),
  memberInventory: () => import('../modules/member/inventory-page').then((m) => m.MemberInventoryPage),
  memberPurchaseHistory: () => import('../modules/member/history-page').then((m) => m.MemberHistoryPage),
  userInfo: () => import('../modules/profile/user-info-page').then((m) => m.UserInfoPage),
  userGrouping: () => import('../modules/vehicle-group/user-grouping-page').then((m) => m.UserGroupingPage),
  message: () => import('../modules/message/message-list-page').then((m) => m.MessageListPage),
  interfaceCenter: () => import('../modules/openapi/interface-center-page').then((m) => m.InterfaceCenterPage),
  interfaceDetails: () => import('../modules/openapi/interface-detail-page').then((m) => m.InterfaceDetailPage),
  questionnaireGather: () => import('../modules/survey/survey-gather-page').then((m) => m.SurveyGatherPage),
  survey: () => import('../modules/survey/survey-page').then((m) => m.SurveyPage),
  download: () => import('../modules/download/download-list-page').then((m) => m.DownloadListPage),
  downloadEmbedded: () => import('../modules/download/download-list-page').then((m) => m.EmbeddedDownloadPage),
};
