import { fileURLToPath } from 'node:url';
import { type Program, startProgram } from '../program';
import { startRedisson } from '../redisson';
import type { Contender } from './contender';

type Starter = Contender['program'];

const JVM = ['-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xshare:auto'];

/** A program of `bin/interop.mjs`' making; its argument is the library. */
export function nodeProgram(library: string): Starter {
  const args = ['--import', 'tsx', pathOf('node/program.ts'), library];
  return { name: library, start: () => startProgram(process.execPath, args) };
}

export function pythonProgram(library: string): Starter {
  const python = pathOf('python/target/venv/bin/python');
  return {
    name: `python ${library}`,
    start: () => startProgram(python, [pathOf('python/program.py'), library]),
  };
}

export function goProgram(library: string): Starter {
  return { name: `go ${library}`, start: () => startProgram(pathOf('go/target/program'), [library]) };
}

/** `properties` are the JVM's own, for what the program is to do otherwise than it does. */
export function javaProgram(artifact: string, properties: Readonly<Record<string, string>> = {}): Starter {
  const classpath = `${pathOf('java-libraries/target/program.jar')}:${pathOf('java-libraries/target/lib')}/*`;
  const set = Object.entries(properties).map(([name, value]) => `-D${name}=${value}`);
  const args = [...JVM, ...set, '-cp', classpath, 'lockscope.interop.LibraryProgram', artifact];
  return { name: artifact, start: () => startProgram('java', args) };
}

export function phpProgram(): Starter {
  // Its standard input would end by itself after a minute of silence.
  const args = ['-d', 'default_socket_timeout=-1', pathOf('php/program.php')];
  return { name: 'symfony/lock', start: () => startProgram('php', args) };
}

export function redissonProgram(version: string): Starter {
  return { name: `redisson ${version}`, start: (): Promise<Program> => startRedisson(version) };
}

function pathOf(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}
