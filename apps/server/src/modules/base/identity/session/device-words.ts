const browsers: ReadonlyArray<readonly [RegExp, string]> = [
  [/MicroMessenger/iu, '微信'],
  [/Edg(?:e|A|iOS)?\//u, 'Edge'],
  [/OPR\//u, 'Opera'],
  [/HuaweiBrowser/iu, '华为浏览器'],
  [/QQBrowser/iu, 'QQ浏览器'],
  [/UCBrowser/iu, 'UC浏览器'],
  [/(?:HeadlessChrome|Chrome|CriOS)\//u, 'Chrome'],
  [/(?:Firefox|FxiOS)\//u, 'Firefox'],
  [/Safari\//u, 'Safari'],
];
const systems: ReadonlyArray<readonly [RegExp, string]> = [
  [/iPhone/u, 'iPhone'],
  [/iPad/u, 'iPad'],
  [/HarmonyOS|OpenHarmony/iu, '鸿蒙'],
  [/Android/u, 'Android'],
  [/Windows/u, 'Windows'],
  [/Mac OS X/u, 'macOS'],
  [/Linux/u, 'Linux'],
];
const firstMatch = (list: ReadonlyArray<readonly [RegExp, string]>, text: string): string | undefined =>
  list.find(([pattern]) => pattern.test(text))?.[1];

/** Browser and system of a User-Agent, as far as a person needs them: `Chrome · Windows`. */
export function deviceWords(userAgent: string | null): string {
  const text = userAgent ?? '';
  return [firstMatch(browsers, text), firstMatch(systems, text)].filter(Boolean).join(' · ') || '未知设备';
}
