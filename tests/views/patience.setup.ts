import { configure } from '@testing-library/react';

// A screen's code is loaded when it is first shown, which takes long on a busy machine.
configure({ asyncUtilTimeout: 30_000 });
