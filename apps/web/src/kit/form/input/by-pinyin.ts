import { pinyinMatch } from '@tongda/contract/core/pinyin';

/** How the options of a select are found: by their words or by initials (`sz` finds 苏州), in every select alike. */
export const byPinyin = {
  filterOption: (text: string, option: { label?: unknown } | undefined): boolean =>
    pinyinMatch(String(option?.label ?? ''), text),
};
