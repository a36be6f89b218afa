import { pinyinMatch } from '@tongda/contract/core/pinyin';
import { constants } from '@tongda/contract/shell/constants';
import { Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { reportError } from '../../../kit/dialog/notify';
import type { Found, Search } from '../../../kit/form/input/remote-select';

interface UserSelectProps {
  /** asks the server; must be stable */
  search: Search;
  id?: string;
  value?: string[];
  onChange?: (ids: string[]) => void;
}

/** Form control: several users. Enter takes the first that is found, also when it is pressed before the search has answered. */
export function UserSelect({ search, id, value = [], onChange }: UserSelectProps) {
  const [found, setFound] = useState<Found[]>([]);
  const [keyword, setKeyword] = useState('');
  const now = useRef({ value, onChange });
  now.current = { value, onChange };
  /** the text for which Enter was pressed while nobody was found yet */
  const early = useRef('');
  useEffect(() => {
    let gone = false;
    const timer = setTimeout(
      () =>
        void search(keyword).then((rows) => {
          if (gone) return;
          setFound((old) => [...rows, ...old.filter((row) => !rows.some((one) => one.id === row.id))]);
          const [first] = rows.filter((row) => !now.current.value.includes(row.id));
          if (keyword === '' || early.current !== keyword || !first) return;
          early.current = '';
          setKeyword('');
          now.current.onChange?.([...now.current.value, first.id]);
        }, reportError),
      keyword ? constants.debounce.defaultMs : 0,
    );
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [keyword, search]);
  const options = found
    .filter((row) => value.includes(row.id) || pinyinMatch(`${row.name}${row.note ?? ''}`, keyword))
    .map((row) => ({ value: row.id, label: row.note ? `${row.name} ${row.note}` : row.name }));
  const fresh = options.some((one) => !value.includes(one.value));
  return (
    <Select<string[]>
      id={id}
      mode="multiple"
      placeholder="输入姓名、账号或手机"
      value={value}
      options={options}
      onChange={onChange}
      showSearch={{ filterOption: false, searchValue: keyword, onSearch: setKeyword }}
      onInputKeyDown={(event) => {
        if (event.key === 'Enter' && keyword !== '' && !fresh) early.current = keyword;
      }}
    />
  );
}
