import { useQuery } from '@tanstack/react-query';
import { driverOptions } from '@tongda/contract/resources/driver/calls';
import { Select } from 'antd';
import { useState } from 'react';
import { moreChosen } from '../../../kit/form/input/more-chosen';
import { searchDrivers } from '../../base/reference/door';

interface DriversSelectProps {
  value?: string[];
  onChange?: (ids: string[]) => void;
  id?: string;
}

/** Several drivers, found by name or initials. */
export function DriversSelect({ value = [], onChange, id }: DriversSelectProps) {
  const [keyword, setKeyword] = useState('');
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const answer = useQuery({
    queryKey: [driverOptions.path, 'several', keyword],
    queryFn: () => searchDrivers(keyword),
    staleTime: 30_000,
    placeholderData: (before) => before,
  });
  const found = answer.data ?? [];
  // those that were chosen keep their names while others are searched
  const rest = value.filter((chosen) => !found.some((driver) => driver.id === chosen));
  const options = [
    ...found.map((driver) => ({ value: driver.id, label: driver.name, note: driver.note })),
    ...rest.map((chosen) => ({ value: chosen, label: names.get(chosen) ?? chosen, note: '' })),
  ];
  return (
    <Select<string[], (typeof options)[number]>
      id={id}
      mode="multiple"
      value={value}
      options={options}
      maxTagCount="responsive"
      maxTagPlaceholder={moreChosen}
      allowClear
      loading={answer.isLoading}
      placeholder="姓名或拼音首字母"
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      notFoundContent={answer.isLoading ? '加载中…' : '没有符合的司机'}
      optionRender={(option) => (
        <span>
          {option.label} <span className="td-cap">{option.data.note}</span>
        </span>
      )}
      onChange={(ids, chosen) => {
        const picked = (Array.isArray(chosen) ? chosen : [chosen]).filter((one) => one !== undefined);
        setNames(new Map(picked.map((one) => [one.value, one.label])));
        onChange?.(ids);
      }}
    />
  );
}
