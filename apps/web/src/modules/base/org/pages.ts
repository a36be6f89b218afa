import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const orgPages = {
  enterpriseHome: () => import('./home-page').then((m) => m.EnterpriseHomePage),
  structure: () => import('./structure-page').then((m) => m.StructurePage),
  departmentEdit: () => import('./department-edit-page').then((m) => m.DepartmentEditPage),
} as const satisfies Pages;
