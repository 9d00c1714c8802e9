import { configure } from '@testing-library/react';

// ms. The first screen of a file loads its parts and sentences while other files keep the machine busy; what never
// comes still fails, only later.
configure({ asyncUtilTimeout: 10_000 });
