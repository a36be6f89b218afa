import { dictionaries, dictionaryGet, labelOf } from '@tongda/contract/base/dictionary/calls';
import { useCallback, useEffect, useState } from 'react';
import { none } from '../show/format';
import { call } from './api';
import { createDictCache, type DictItem } from './dict-cache';

type Code = DictItem['code'];

/** Entries of a dictionary by type code, from the server: enumerations of the product and the company's own lists. */
export const dict = createDictCache((typeCode) => call(dictionaryGet, { typeCode }, { quiet: true }));

/** Entries of one dictionary: the product's own at once, the company's when they are here; [] when unknown. */
export function useDict(typeCode: string): readonly DictItem[] {
  const fixed = dictionaries.get(typeCode)?.options;
  const [items, setItems] = useState<DictItem[]>([]);
  useEffect(() => {
    if (fixed) return;
    let gone = false;
    dict(typeCode).then(
      (found) => gone || setItems(found),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [typeCode, fixed]);
  return fixed ?? items;
}

/** Turns codes into words for a table: `labels(typeCode, code)`; an unknown code shows as it is. */
export function useDictLabels(typeCodes: string[]): (typeCode: string, code: Code | null | undefined) => string {
  const wanted = [...new Set(typeCodes)]
    .filter((code) => !dictionaries.has(code))
    .sort()
    .join(' ');
  const [words, setWords] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    if (!wanted) return;
    let gone = false;
    const entries = async (code: string): Promise<Array<[string, string]>> =>
      (await dict(code)).map((item) => [`${code} ${item.code}`, item.name]);
    Promise.all(wanted.split(' ').map(entries)).then(
      (lists) => gone || setWords(new Map(lists.flat())),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [wanted]);
  return useCallback(
    (typeCode, code) => {
      if (code === null || code === undefined) return none;
      // codes are texts or numbers
      if (dictionaries.has(typeCode)) return labelOf(typeCode, code as string | number);
      return words.get(`${typeCode} ${code}`) ?? String(code);
    },
    [words],
  );
}
