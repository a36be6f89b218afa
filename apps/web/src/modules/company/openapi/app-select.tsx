import { Select } from 'antd';

interface Props {
  apps: ReadonlyArray<{ id: string; name: string }>;
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

/** Chooses one of the company's programs, or all. */
export function AppSelect({ apps, value, onChange }: Props) {
  return (
    <Select
      aria-label="对接应用"
      placeholder="全部应用"
      allowClear
      style={{ width: 160 }}
      value={value}
      onChange={onChange}
      options={apps.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
