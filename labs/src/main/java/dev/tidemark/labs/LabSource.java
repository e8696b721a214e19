package dev.tidemark.labs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** Where the files of a lab are: in the jar, or in a folder of a teacher's. */
interface LabSource {

  /** The content of a file; empty if there is none. */
  Optional<byte[]> read(String file);

  /** How the lab's files are called in messages. */
  String describe(String file);

  /** The content of a file that a lab must have. */
  default byte[] required(String file) {
    return read(file).orElseThrow(() -> new LabException(describe(file) + " is missing."));
  }

  /** A lab that Tidemark brings along; its data are those of the examples. */
  static LabSource builtIn(String name) {
    return new LabSource() {
      @Override
      public Optional<byte[]> read(String file) {
        String path = file.startsWith("data/") ? file : "catalog/" + name + "/" + file;
        return resource(path);
      }

      @Override
      public String describe(String file) {
        return name + "/" + file;
      }
    };
  }

  /** A resource beside this class. */
  static Optional<byte[]> resource(String path) {
    try (InputStream in = LabSource.class.getResourceAsStream(path)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new LabException("cannot read " + path + ": " + e.getMessage());
    }
  }

  /** A lab in a folder. */
  static LabSource folder(Path folder) {
    return new LabSource() {
      @Override
      public Optional<byte[]> read(String file) {
        try {
          return Optional.of(Files.readAllBytes(folder.resolve(file)));
        } catch (NoSuchFileException e) {
          return Optional.empty();
        } catch (IOException e) {
          throw new LabException("cannot read " + describe(file) + ": " + e.getMessage());
        }
      }

      @Override
      public String describe(String file) {
        return folder.resolve(file).toString();
      }
    };
  }
}
