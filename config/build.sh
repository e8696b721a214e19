# shellcheck shell=sh
# How ./tidemark builds in a source tree; it reads this file there, and an unpacked archive has none of it.
# Needs of it: home, state, lib, training, java and java_home, and the functions say, die, lock, unlock.

# The files that the build reads; a change to any of them asks for a new build.
sources() {
  cd -- "$home"
  set -- pom.xml examples/data examples/src/main/java/dev/tidemark/examples/datastream
  for module in runtime columnar insight labs cli; do
    if [ -d "$module/src/main" ]; then set -- "$@" "$module/pom.xml" "$module/src/main"; fi
  done
  find "$@" -newer "$state/built" -print 2>/dev/null
}

needs_build() {
  [ -f "$lib/sum" ] && [ -f "$state/built" ] || return 0
  read -r built_in <"$state/built" && [ "$built_in" = "$home" ] || return 0
  [ -n "$(sources | head -n 1)" ]
}

# Copies what the last build made into lib/ of the state directory. Files are replaced as a whole, never
# written over, so that a process that is running keeps the ones it has open.
install_build() {
  made=$home/cli/target
  mkdir -p "$lib"
  for jar in "$made"/lib/*.jar "$made"/tidemark-cli-*.jar; do
    copy=$lib/${jar##*/}
    cmp -s "$jar" "$copy" && continue
    case ${jar##*/} in
      tidemark-*) cp "$jar" "$copy.new" ;;
      *) ln "$jar" "$copy.new" 2>/dev/null || cp "$jar" "$copy.new" ;;
    esac
    mv -f "$copy.new" "$copy"
  done
  (
    cd -- "$lib"
    cli=$(basename "$made"/tidemark-cli-*.jar)
    for jar in *.jar; do
      [ "$jar" = "$cli" ] || [ -f "$made/lib/$jar" ] || rm -f "$jar"
    done
    # Maven writes lib/a.jar:lib/b.jar …
    { printf 'lib/%s:' "$cli" && cat "$made/launch/classpath"; echo; } |
      tr ':' '\n' | sed 's|^lib/||' >classpath.new
    cp "$made/launch/jvm.options" jvm.options.new
    {
      pwd
      cat classpath.new jvm.options.new "$training"/*
      cksum ./*.jar
    } |
      cksum | cut -d ' ' -f 1 >sum.new
    if ! cmp -s sum.new sum; then rm -f "$state"/*.jsa "$state"/*.no-archive; fi
    for file in jvm.options classpath sum; do mv -f "$file.new" "$file"; done
  )
}

build() {
  [ -x "${java%java}javac" ] || [ -x "$java_home/bin/javac" ] ||
    die "building needs a JDK, and $java_home has no compiler"
  if command -v mvn >/dev/null 2>&1; then maven=mvn; else maven=$home/mvnw; fi
  if [ -f "$state/built" ]; then
    say 'sources have changed, building'
  else
    say 'first use: building (Maven fetches Flink, which can take a few minutes)'
  fi
  printf '%s\n' "$home" >"$state/built.new"
  if ! (
    cd -- "$home"
    if [ -x "$java_home/bin/javac" ]; then export JAVA_HOME="$java_home"; fi
    "$maven" -B -ntp -Plaunch -pl cli -am package
  ) >"$state/build.log" 2>&1 </dev/null; then
    cat "$state/build.log" >&2
    die "the build failed; its output is above and in $state/build.log"
  fi
  install_build
  mv -f "$state/built.new" "$state/built"
}

bring_up_to_date() {
  needs_build || return 0
  mkdir -p "$state" || die "cannot write to $home"
  lock
  if needs_build; then build; fi
  unlock
}
