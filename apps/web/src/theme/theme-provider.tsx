import { ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import updateLocale from 'dayjs/plugin/updateLocale';
import { Calendar, ChevronDown } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { EmptyText } from '../kit/states';
import { antdTheme } from './antd-theme';
import { useTheme } from './theme-store';

dayjs.extend(updateLocale);
dayjs.locale('zh-cn');
// Pickers start the week on Sunday.
dayjs.updateLocale('zh-cn', { weekStart: 0 });

const chevron = <ChevronDown className="td-ico td-mute" />;
const calendar = <Calendar className="td-ico td-mute" />;

/** antd in Chinese, small, in the product's colours. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const mode = useTheme((state) => state.mode);
  const config = useMemo(() => antdTheme(mode), [mode]);
  return (
    <ConfigProvider
      locale={zhCN}
      componentSize="small"
      theme={config}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
      select={{ suffixIcon: chevron }}
      datePicker={{ suffixIcon: calendar }}
      renderEmpty={() => <EmptyText />}
    >
      {children}
    </ConfigProvider>
  );
}
