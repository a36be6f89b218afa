/** Version of the platform that the user's menu, the manual and the start page show (specification). */
export const platformLabel = 'v2.5.9';
