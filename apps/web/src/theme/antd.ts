import { constants } from '@tongda/contract/shell/constants';
import { type ThemeConfig, theme } from 'antd';
import type { ColourName } from './colours';
import { colour, type ThemeMode } from './palette';

/** `td-dot` narrows the middle dot of plates (沪A·D8F21) that CJK fonts draw a full em wide. */
export const fontFamily =
  'td-dot,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",system-ui,sans-serif';

/** What opens over the page has the shadow of its theme (base.css). */
const overlayShadow = 'var(--td-shadow-float)';

const prefersCalm = (): boolean => globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;

/** The one theme of the product: dense (28 px controls, 13 px text), flat, one blue. */
export function antdTheme(mode: ThemeMode): ThemeConfig {
  return {
    cssVar: { key: 'td' },
    hashed: false,
    algorithm: mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: tokensOf(mode),
    components: componentsOf(mode),
  };
}

/** What all components share: colours, sizes, pace of motion. */
function tokensOf(mode: ThemeMode): ThemeConfig['token'] {
  const c = (name: ColourName): string => colour(name, mode);
  return {
    // Who asked the system for calm gets dialogs and choices that are simply there.
    motion: !prefersCalm(),
    colorPrimary: c('fill'),
    colorPrimaryHover: c('fill-hover'),
    colorInfo: c('fill'),
    colorLink: c('primary'),
    colorLinkHover: c('primary'),
    colorSuccess: c('green'),
    colorWarning: c('warn'),
    colorError: c('red'),
    colorText: c('ink'),
    colorTextSecondary: c('text2'),
    colorTextTertiary: c('text3'),
    colorTextQuaternary: c('text4'),
    colorTextPlaceholder: c('placeholder'),
    colorBorder: c('line2'),
    colorBorderSecondary: c('line'),
    colorSplit: c('split'),
    colorBgLayout: c('shell'),
    colorBgContainer: c('sheet'),
    colorBgElevated: mode === 'dark' ? c('head') : c('sheet'),
    colorFillAlter: c('head'),
    // what cannot be pressed lies back, instead of standing out as a grey box
    colorBgContainerDisabled: c('head'),
    fontFamily,
    fontSize: 13,
    fontSizeSM: 12,
    fontSizeLG: 14,
    fontWeightStrong: 600,
    lineHeight: 20 / 13,
    borderRadius: 4,
    borderRadiusSM: 4,
    borderRadiusLG: 6,
    controlHeightSM: 28,
    controlHeight: 30,
    controlHeightLG: 40,
    controlPaddingHorizontalSM: 8,
    zIndexPopupBase: constants.ui.zIndexBase,
    motionDurationFast: '0.12s',
    motionDurationMid: '0.12s',
    motionDurationSlow: '0.18s',
    boxShadow: overlayShadow,
    boxShadowSecondary: overlayShadow,
  };
}

/** Where single components differ from that. */
function componentsOf(mode: ThemeMode): ThemeConfig['components'] {
  const c = (name: ColourName): string => colour(name, mode);
  const activeShadow = `0 0 0 2px ${c('primary-soft')}`;
  const control = { paddingInlineSM: 8, activeShadow };
  return {
    Table: {
      headerBg: c('head'),
      headerColor: c('text3'),
      headerSplitColor: 'transparent',
      headerBorderRadius: 0,
      borderColor: c('split'),
      rowHoverBg: c('hover'),
      rowSelectedBg: c('sel'),
      rowSelectedHoverBg: c('sel'),
      cellPaddingInlineSM: 8,
      cellPaddingBlockSM: 0,
      cellFontSizeSM: 13,
      selectionColumnWidth: 34,
      headerSortActiveBg: c('head'),
      headerSortHoverBg: c('head'),
      bodySortBg: 'transparent',
    },
    Button: {
      defaultShadow: 'none',
      primaryShadow: 'none',
      dangerShadow: 'none',
      // white on the light red of the dark theme is too pale to read
      dangerColor: mode === 'dark' ? c('shell') : c('sheet'),
      fontWeight: 400,
      paddingInlineSM: 10,
      contentFontSizeSM: 13,
      defaultBorderColor: c('line2'),
      // antd takes the tokens of the same name for seeds, and makes darker ones of them in the dark theme
      colorLink: c('primary'),
      colorLinkHover: c('primary'),
      colorLinkActive: c('primary'),
      textHoverBg: c('grey-soft'),
    },
    // a drawer is a sheet like the page under it: tables in it have no ground of their own
    Drawer: { colorBgElevated: c('sheet') },
    Input: { ...control, inputFontSizeSM: 13 },
    InputNumber: { ...control, inputFontSizeSM: 13 },
    Select: {
      optionHeight: 28,
      optionPadding: '4px 8px',
      optionSelectedBg: c('primary-soft'),
      optionSelectedFontWeight: 400,
      // the chosen ones of several: the remark in them is small and pale
      multipleItemBg: c('grey-soft'),
      activeOutlineColor: c('primary-soft'),
    },
    DatePicker: { ...control },
    Pagination: { colorPrimary: c('primary'), itemSizeSM: 26, itemActiveBg: c('primary-soft') },
    Segmented: { trackBg: c('grey-soft'), itemSelectedBg: c('seg-on'), trackPadding: 2 },
    Checkbox: { controlInteractiveSize: 14, borderRadiusSM: 3 },
    Tooltip: { colorBgSpotlight: c('tip') },
    Modal: { titleFontSize: 15, headerBg: 'transparent', contentBg: mode === 'dark' ? c('head') : c('sheet') },
    Form: { itemMarginBottom: 0, verticalLabelPadding: '0 0 3px', labelColor: c('text2') },
    Tabs: {
      titleFontSize: 13,
      horizontalItemGutter: 22,
      cardBg: 'transparent',
      // as the status tabs of a list: the words are ink, the line is the colour
      itemColor: c('text2'),
      itemSelectedColor: c('ink'),
      itemHoverColor: c('ink'),
      itemActiveColor: c('ink'),
      inkBarColor: c('primary'),
    },
    Descriptions: { labelBg: c('head') },
  };
}
