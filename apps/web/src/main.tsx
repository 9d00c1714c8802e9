import '@fontsource-variable/roboto/wdth.css';
import './theme/base.css';
import { startApp } from './app/start.tsx';

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no #root');
void startApp(element);
