import { configure } from '@testing-library/react';

// A screen's code is fetched when it is first shown: on a busy machine that takes its time.
configure({ asyncUtilTimeout: 30_000 });
